// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ERC2771Forwarder } from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";
import { Errors } from "@openzeppelin/contracts/utils/Errors.sol";

/// @title TaskForwarder
/// @notice OpenZeppelin's forwarder under a name of its own, the one that both escrows trust, with one change: a
/// request whose call fails uses up nothing, also in a batch, so that nobody can waste it by sending it early. A batch
/// carries out all of its requests or none. It has no owner and no state but each account's nonce. EIP-712 domain:
/// `TaskForwarder`, version `1`.
contract TaskForwarder is ERC2771Forwarder {
    /// @notice Names the EIP-712 domain.
    constructor() ERC2771Forwarder("TaskForwarder") {}

    /// @notice Carries out a request, or reverts.
    /// @dev OpenZeppelin's batch goes on after a request that is invalid or whose call failed, and the failed one has
    /// used its nonce. Here everything but success reverts.
    /// @param request the request
    /// @return success true
    function _execute(ForwardRequestData calldata request, bool) internal override returns (bool success) {
        success = super._execute(request, true);
        if (!success) revert Errors.FailedCall();
    }
}
