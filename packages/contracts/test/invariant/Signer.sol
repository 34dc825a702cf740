// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { IERC5267 } from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import { ERC2771Forwarder } from "@openzeppelin/contracts/metatx/ERC2771Forwarder.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Ledger } from "./Ledger.sol";

/// @notice The terms and signatures used in random walks.
abstract contract Signer is Ledger {
    /// @dev Any account, including one that is not a party.
    function _anyone(uint256 seed) internal returns (address) {
        uint256 slot = seed % (actors.length + 1);
        return slot == actors.length ? _known("stranger") : actors[slot];
    }

    /// @dev An account that can pay: the token is unpaused and the account is not denied.
    function _payer(uint256 seed) internal returns (address who) {
        who = actors[seed % actors.length];
        _heal(who);
    }

    function _heal(address who) internal {
        if (usdc.paused()) usdc.unpause();
        if (usdc.isBlacklisted(who)) usdc.unBlacklist(who);
    }

    /// @dev Random terms within the bounds, with at least one change round so that every state is reachable.
    function _terms(uint256 seed) internal view returns (ITaskEscrow.Terms memory t) {
        t.reward = bound(seed, escrow.cancelFee() + 1, 1e10);
        (uint256 min, uint256 max) = escrow.stakeBounds(t.reward);
        t.metadataHash = keccak256(abi.encode("metadata", seed));
        t.mode = ITaskEscrow.Mode(seed % 2);
        bool isFree = t.mode == ITaskEscrow.Mode.Selection && (seed / 17) % 3 == 0;
        t.stake = isFree ? 0 : bound(seed / 3, min, max);
        if (_isJudged(seed)) t.judge = judge;
        t.maxChangeRounds = uint8((seed % escrow.maxChangeRounds()) + 1);
        (ITaskEscrow.Windows memory least, ITaskEscrow.Windows memory most) = escrow.windowBounds();
        t.windows = ITaskEscrow.Windows({
            open: _window(seed, least.open, most.open),
            work: _window(seed / 2, least.work, most.work),
            review: _window(seed / 3, least.review, most.review),
            resubmit: _window(seed / 4, least.resubmit, most.resubmit),
            contest: _window(seed / 5, least.contest, most.contest),
            rule: _window(seed / 6, least.rule, most.rule),
            rate: _window(seed / 7, least.rate, most.rate)
        });
        if (uint256(t.windows.resubmit) * 4 < t.windows.review) t.windows.resubmit = t.windows.review / 4 + 1;
    }

    /// @dev Whether a task from this seed has a judge.
    function _isJudged(uint256 seed) internal pure returns (bool) {
        return (seed / 13) % 4 != 0;
    }

    /// @dev The terms hash that a worker agrees to when starting this task.
    function _agreed(ITaskEscrow.Task memory t) internal view returns (bytes32) {
        bytes memory offer = abi.encode(t.poster, t.reward, t.stake, t.contentHash, t.mode, t.maxChangeRounds, t.judge);
        bytes memory times = abi.encode(
            t.workWindow,
            t.reviewWindow,
            t.resubmitWindow,
            t.contestWindow,
            t.ruleWindow,
            t.rateWindow
        );
        return keccak256(bytes.concat(offer, times, abi.encode(escrow.platformFeeBps(), arbiter)));
    }

    function _window(uint256 seed, uint256 least, uint256 most) private pure returns (uint24) {
        return uint24(bound(seed, least, most));
    }

    function _permit(address holder, uint256 value) internal view returns (ITaskEscrow.Permit memory) {
        bytes32 structHash = keccak256(
            abi.encode(
                usdc.PERMIT_TYPEHASH(),
                holder,
                address(escrow),
                type(uint256).max - value,
                usdc.nonces(holder),
                block.timestamp
            )
        );
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", usdc.DOMAIN_SEPARATOR(), structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keys[holder], digest);
        return ITaskEscrow.Permit(type(uint256).max - value, block.timestamp, v, r, s);
    }

    /// @dev A payment to the escrow by the payer's signature, for exactly one second.
    function _authorization(
        address payer,
        uint256 value,
        bytes32 nonce
    ) internal view returns (ITaskEscrow.Authorization memory a) {
        return _payment(usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(), payer, address(escrow), value, nonce);
    }

    function _payment(
        bytes32 typehash,
        address payer,
        address payee,
        uint256 value,
        bytes32 nonce
    ) internal view returns (ITaskEscrow.Authorization memory a) {
        (a.from, a.validAfter, a.validBefore) = (payer, block.timestamp - 1, block.timestamp + 1);
        bytes32 structHash = keccak256(
            abi.encode(
                typehash,
                payer,
                payee,
                value,
                a.validAfter,
                a.validBefore,
                nonce
            )
        );
        a.signature = _signIn(usdc.DOMAIN_SEPARATOR(), payer, structHash);
    }

    function _request(
        address caller,
        bytes memory call
    ) internal view override returns (ERC2771Forwarder.ForwardRequestData memory r) {
        (r.from, r.to, r.gas, r.deadline, r.data) = (
            caller,
            address(escrow),
            2_000_000,
            uint48(block.timestamp),
            call
        );
        bytes32 typehash = keccak256(
            "ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)"
        );
        bytes32 structHash = keccak256(
            abi.encode(typehash, r.from, r.to, r.value, r.gas, forwarder.nonces(caller), r.deadline, keccak256(call))
        );
        r.signature = _signIn(_domain(address(forwarder)), caller, structHash);
    }

    function _voucher(
        uint256 id,
        ITaskEscrow.Task memory task,
        address worker
    ) internal view returns (ITaskEscrow.SelectionVoucher memory) {
        bytes32 typehash = keccak256("Selection(uint256 taskId,bytes32 metadataHash,address worker,uint256 deadline)");
        bytes32 structHash = keccak256(abi.encode(typehash, id, task.contentHash, worker, block.timestamp));
        return ITaskEscrow.SelectionVoucher(block.timestamp, _sign(task.poster, structHash));
    }

    function _resubmission(uint256 id, bytes32 work, uint256 deadline) internal view returns (bytes memory) {
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes32 typehash = keccak256(
            "Resubmission(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)"
        );
        bytes32 structHash = keccak256(abi.encode(typehash, id, task.changeRound, work, deadline));
        return _sign(task.worker, structHash);
    }

    function _verdict(uint256 id, bytes32 work) internal view returns (bytes memory) {
        bytes32 typehash = keccak256("Verdict(uint256 taskId,uint256 round,bytes32 submissionHash,uint256 deadline)");
        uint256 round = escrow.getTask(id).changeRound;
        return _sign(judge, keccak256(abi.encode(typehash, id, round, work, block.timestamp)));
    }

    function _sign(address signer, bytes32 structHash) private view returns (bytes memory) {
        return _signIn(_domain(address(escrow)), signer, structHash);
    }

    function _signIn(bytes32 domain, address signer, bytes32 structHash) private view returns (bytes memory) {
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", domain, structHash));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_keys[signer], digest);
        return abi.encodePacked(r, s, v);
    }

    function _domain(address target) private view returns (bytes32) {
        (, string memory name, string memory version, uint256 chainId, address verifying, , ) = IERC5267(target)
            .eip712Domain();
        bytes32 typehash = keccak256(
            "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
        );
        return
            keccak256(abi.encode(typehash, keccak256(bytes(name)), keccak256(bytes(version)), chainId, verifying));
    }
}
