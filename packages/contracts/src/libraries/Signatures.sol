// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC1271 } from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import { ECDSA } from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @title Signatures
/// @notice Checks whether an account signed a hash, with its own key or as an ERC-1271 contract wallet.
library Signatures {
    /// @notice The gas that a wallet may use to check a signature: enough for a passkey or a Safe with many owners, but
    /// not enough to make recording a signed resubmission expensive.
    uint256 internal constant MAX_WALLET_GAS = 250_000;

    /// @notice Tries the account's own key first, so that an account whose EIP-7702 delegate does not implement
    /// ERC-1271 can still sign with its key. A key's signature is 65 bytes, `r || s || v` with `v` 27 or 28 and a low
    /// `s`; a wallet decides for itself which signatures it accepts.
    /// @param signer the account
    /// @param hash the hash that it signed
    /// @param signature the signature
    /// @return whether it did
    function isSignedBy(address signer, bytes32 hash, bytes calldata signature) internal view returns (bool) {
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecoverCalldata(hash, signature);
        if (problem == ECDSA.RecoverError.NoError && recovered == signer) return true;
        return signer.code.length != 0 && _walletAccepts(signer, hash, signature);
    }

    /// @notice Asks a contract wallet whether it accepts a signature.
    /// @dev Uses assembly to limit the gas and to copy at most 32 bytes of the wallet's return data.
    /// @param wallet the wallet
    /// @param hash the hash that it signed
    /// @param signature the signature
    /// @return accepted whether it does
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
