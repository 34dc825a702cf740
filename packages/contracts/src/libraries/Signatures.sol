// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import { IERC1271 } from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Signatures
/// @notice Whether an account signed a hash: with its own key, or as a contract wallet by ERC-1271.
library Signatures {
    /// @notice What a wallet may spend on checking a signature: enough for a passkey or a Safe of many owners, too little
    /// to make anchoring somebody's signature expensive.
    uint256 internal constant MAX_WALLET_GAS = 250_000;

    /// @notice The account's own key comes first, so that an account with an EIP-7702 delegate that knows no ERC-1271 still
    /// signs with its key. A key's signature is 65 bytes, `r || s || v` with `v` 27 or 28 and a low `s`; a wallet's is
    /// whatever the wallet accepts.
    function isSignedBy(address signer, bytes32 hash, bytes calldata signature) internal view returns (bool) {
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecoverCalldata(hash, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return signer.code.length != 0 && _walletAccepts(signer, hash, signature);
    }

    /// @dev In assembly for the two bounds: gas, and 32 bytes of the wallet's answer, however much it returns.
    function _walletAccepts(
        address wallet,
        bytes32 hash,
        bytes calldata signature
    ) private view returns (bool accepted) {
        bytes4 magic = IERC1271.isValidSignature.selector;
        bytes memory question = abi.encodeCall(IERC1271.isValidSignature, (hash, signature));
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            let done := staticcall(MAX_WALLET_GAS, wallet, add(question, 0x20), mload(question), 0x00, 0x20)
            accepted := and(done, and(gt(returndatasize(), 0x1f), eq(mload(0x00), magic)))
        }
    }
}
